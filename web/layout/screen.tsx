import type { ReactNode } from "react";
import { ScreenHead } from "./screen-head.tsx";
import "./screen.css";

type Props = { title: string; actions?: ReactNode; children: ReactNode };

export function Screen({ title, actions, children }: Props) {
  return (
    <div className="wrap screen">
      <ScreenHead title={title} />
      <header className="screen-header">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
