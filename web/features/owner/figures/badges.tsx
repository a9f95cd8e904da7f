import { useState } from "react";
import { badgePath, sitePath, withQuery } from "#schema/pages/paths.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { useConfig } from "../../../data/config.tsx";
import { Field } from "../../../forms/field.tsx";
import { SelectField } from "../../../forms/select-field.tsx";
import { copyText } from "../../../ui/copy-text.ts";

const THEMES = { "": "As the visitor’s device", light: "Light", dark: "Dark" };

export function Badges({ site }: { site: EditableSite }) {
  const { name, origin } = useConfig();
  const [show, setShow] = useState("");
  const [theme, setTheme] = useState("");
  const words: Record<string, string> = { "": `Listed on ${name}` };
  if (site.verified) words["verified"] = `Verified on ${name}`;
  // The image has the number of its day.
  if (site.interactions.comments > 0) words["moved"] = `People who moved to ${site.name}`;
  const [path, alt] = [withQuery(badgePath(site.slug), { show, theme }), words[show]!];
  const [image, link] = [origin + path, `${origin}${sitePath(site.slug)}#badge`];
  const codes = {
    HTML: `<a href="${link}"><img src="${escapeHtml(image)}" alt="${escapeHtml(alt)}"></a>`,
    Markdown: `[![${alt.replace(/[[\]\\]/g, String.raw`\$&`)}](${image})](${link})`,
  };
  return (
    <section className="screen-section" aria-labelledby="badge-title">
      <h2 id="badge-title">Badge for your website</h2>
      <p>It links to your listing. Who comes from it is counted as the place “Badge on your website”.</p>
      <div className="form">
        <div className="form-row">
          <SelectField
            name="show"
            label="Badge"
            options={words}
            value={show}
            onChange={({ target }) => setShow(target.value)}
          />
          <SelectField
            name="theme"
            label="Colours"
            options={THEMES}
            value={theme}
            onChange={({ target }) => setTheme(target.value)}
          />
        </div>
        <img className="badge-preview" src={path} alt={alt} />
        {Object.entries(codes).map(([language, code]) => (
          <div key={language} className="badge-code">
            <Field name={language} label={language} readOnly value={code} onFocus={({ target }) => target.select()} />
            <button type="button" className="button" onClick={() => copyText(code, `${language} copied`)}>
              Copy<span className="visually-hidden">{` ${language}`}</span>
            </button>
          </div>
        ))}
      </div>
    </section>
  );
}

const escapeHtml = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
