import type { ReactNode } from "react";

/** Icons of Lucide. They are decorative: the text beside them or the button's label has their meaning. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      {children}
    </svg>
  );
}

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="8" />
    <path d="m21 21-4.34-4.34" />
  </Icon>
);

export const OutIcon = () => (
  <Icon>
    <path d="M7 7h10v10M7 17 17 7" />
  </Icon>
);

export const HeartIcon = () => (
  <Icon>
    <path d="M2 9.5a5.5 5.5 0 0 1 9.591-3.676.56.56 0 0 0 .818 0A5.49 5.49 0 0 1 22 9.5c0 2.29-1.5 4-3 5.5l-5.492 5.313a2 2 0 0 1-3 .019L5 15c-1.5-1.5-3-3.2-3-5.5" />
  </Icon>
);

export const FilterIcon = () => (
  <Icon>
    <path d="M2 5h20M6 12h12M9 19h6" />
  </Icon>
);

export const CloseIcon = () => (
  <Icon>
    <path d="M18 6 6 18M6 6l12 12" />
  </Icon>
);

export const PreviousIcon = () => (
  <Icon>
    <path d="m15 18-6-6 6-6" />
  </Icon>
);

export const NextIcon = () => (
  <Icon>
    <path d="m9 18 6-6-6-6" />
  </Icon>
);

export const UpIcon = () => (
  <Icon>
    <path d="m18 15-6-6-6 6" />
  </Icon>
);

export const DownIcon = () => (
  <Icon>
    <path d="m6 9 6 6 6-6" />
  </Icon>
);

export const BinIcon = () => (
  <Icon>
    <path d="M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2" />
  </Icon>
);

export const MailIcon = () => (
  <Icon>
    <rect x="2" y="4" width="20" height="16" rx="2" />
    <path d="m22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7" />
  </Icon>
);

export const ChainIcon = () => (
  <Icon>
    <path d="M10 13a5 5 0 0 0 7.54.54l3-3a5 5 0 0 0-7.07-7.07l-1.72 1.71M14 11a5 5 0 0 0-7.54-.54l-3 3a5 5 0 0 0 7.07 7.07l1.71-1.71" />
  </Icon>
);

/** The sign of the directory, as in `public/icon.svg`: what you leave, then where you go. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 30 20" width="30" height="20" aria-hidden="true">
    <path d="M0 10h10" />
    <path className="accent" d="M13.5 10H26M18.5 2l8 8-8 8" />
  </svg>
);

export const GridIcon = () => (
  <Icon>
    <path d="M3 3h7v7H3zM14 3h7v7h-7zM14 14h7v7h-7zM3 14h7v7H3z" />
  </Icon>
);

export const ArticleIcon = () => (
  <Icon>
    <path d="M15 18h-5M18 14h-8M4 22h16a2 2 0 0 0 2-2V4a2 2 0 0 0-2-2H8a2 2 0 0 0-2 2v16a2 2 0 0 1-4 0v-9a2 2 0 0 1 2-2h2" />
    <path d="M10 6h8v4h-8z" />
  </Icon>
);

export const TagIcon = () => (
  <Icon>
    <path d="M12.586 2.586A2 2 0 0 0 11.172 2H4a2 2 0 0 0-2 2v7.172a2 2 0 0 0 .586 1.414l8.704 8.704a2.426 2.426 0 0 0 3.42 0l6.58-6.58a2.426 2.426 0 0 0 0-3.42zM7.5 7.5h.01" />
  </Icon>
);

export const UserIcon = () => (
  <Icon>
    <path d="M18 20a6 6 0 0 0-12 0" />
    <circle cx="12" cy="10" r="4" />
    <circle cx="12" cy="12" r="10" />
  </Icon>
);

/** From what you leave to what you choose. */
export const ArrowIcon = () => (
  <svg className="icon arrow" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
    <path d="M5 12h14M12 5l7 7-7 7" />
  </svg>
);
