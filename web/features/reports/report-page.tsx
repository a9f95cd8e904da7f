import { useState } from "react";
import { useLoaderData } from "react-router";
import type { ReportPage } from "#schema/pages/pages.ts";
import { productPath, reportPath, sitePath } from "#schema/pages/paths.ts";
import { Sent } from "../../forms/sent.tsx";
import { Breadcrumbs } from "../../layout/breadcrumbs.tsx";
import { PageHead } from "../../layout/page-head.tsx";
import { ReportForm } from "./report-form.tsx";

const TITLE = "Report or suggest a change";

/** Anybody can report a site or a product, or suggest another value of what its page says. */
export function Component() {
  const page = useLoaderData<ReportPage>();
  const { name, slug } = (page.site ?? page.product)!;
  const [kind, back] = page.site ? ["site", sitePath(slug)] : ["product", productPath(slug)];
  const path = reportPath(kind!, slug);
  const [answer, setAnswer] = useState("");
  return (
    <div className="wrap text-page">
      <PageHead title={`${TITLE}: ${name}`} description={`What is wrong with ${name}?`} path={path} isSearch />
      <Breadcrumbs parents={[{ name, path: back! }]} current={{ name: TITLE, path }} />
      <header className="page-header">
        <h1>{TITLE}</h1>
        <p className="lead">
          Tell us what is wrong with <bdi>{name}</bdi>. You need no account.
        </p>
      </header>
      <p className="notice without-script">
        This form needs JavaScript, and it is switched off in your browser. Please write to us by email.
      </p>
      {answer ? (
        <Sent text={answer} again="Write something else" onAgain={() => setAnswer("")} />
      ) : (
        <ReportForm page={page} onSent={setAnswer} />
      )}
    </div>
  );
}
