import type { ReactNode } from "react";
import { ScreenHead } from "../../layout/screen-head.tsx";
import "./owner.css";

type Props = { title: string; actions?: ReactNode; children: ReactNode };

/** A screen of whoever lists sites. */
export function OwnerScreen({ title, actions, children }: Props) {
  return (
    <div className="wrap owner-screen">
      <ScreenHead title={title} />
      <header className="owner-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
