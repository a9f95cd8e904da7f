import { useState } from "react";
import { useLoaderData } from "react-router";
import type { ReportPage } from "#schema/pages/pages.ts";
import { reportPath } from "#schema/pages/paths.ts";
import { Sent } from "../../forms/sent.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { ReportForm } from "./report-form.tsx";

const TITLE = "Report or suggest a change";

/** Anybody can report a site or a product, or suggest another value of what its page says. */
export function Component() {
  const page = useLoaderData<ReportPage>();
  const { name } = page.said;
  const path = reportPath(page.kind, page.key);
  const [answer, setAnswer] = useState("");
  return (
    <div className="wrap text-page">
      <PageHead title={`${TITLE}: ${name}`} description={`What is wrong with ${name}?`} path={path} isSearch />
      <Breadcrumbs parents={[{ name, path: page.path }]} current={{ name: TITLE, path }} />
      <header className="page-header">
        <h1>{TITLE}</h1>
        <p className="lead">
          Tell us what is wrong with <bdi>{name}</bdi>. You need no account.
        </p>
      </header>
      <p className="notice without-script">
        This form needs JavaScript, and it is switched off in your browser. Please write to us by email.
      </p>
      {answer ? <Sent text={answer} onAgain={() => setAnswer("")} /> : <ReportForm page={page} onSent={setAnswer} />}
    </div>
  );
}
