import type { ReactNode } from "react";
import { NeedsScript } from "../../forms/needs-script.tsx";
import { ScreenHead } from "../../layout/screen-head.tsx";

type Props = {
  title: string;
  /** Of the way to list a site, see `listingStep`. */
  step?: string | undefined;
  intro?: ReactNode;
  children: ReactNode;
};

export function AccountScreen({ title, step, intro, children }: Props) {
  return (
    <div className="wrap account-screen">
      <ScreenHead title={title} />
      <div className="account-narrow turn">
        <div>
          {step && (
            <p key={step} className="account-step">
              {step}
            </p>
          )}
          <h1>{title}</h1>
          {intro && <p className="account-intro">{intro}</p>}
        </div>
        <NeedsScript />
        {children}
      </div>
    </div>
  );
}
