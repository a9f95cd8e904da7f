import { useState } from "react";
import { fetchResult } from "../../../data/screen-data.ts";
import { FormButton } from "../../../forms/form-button.tsx";
import { LeaveGuard } from "../../../forms/leave-guard.tsx";
import { LoadOnce } from "../../../layout/load-once.tsx";
import { GuideForm } from "./guide-form.tsx";
import "./product-guide.css";

/** For staff. Only their browsers load this file. */
export default function EditGuide({ slug, name }: { slug: string; name: string }) {
  const [isTyped, setTyped] = useState(false);
  const load = () => fetchResult("products/:slug/guide/", { params: { slug }, signal: new AbortController().signal });
  return (
    <div className="edit-guide">
      <FormButton label="Edit this guide" title={`Guide to ${name}`} onTyped={setTyped}>
        {(close, touch) => (
          <LoadOnce load={load} failure="Could not fetch the guide." skeleton="form">
            {(guide) => <GuideForm guide={guide} onTouched={touch} onClose={close} />}
          </LoadOnce>
        )}
      </FormButton>
      <LeaveGuard isActive={isTyped} />
    </div>
  );
}
