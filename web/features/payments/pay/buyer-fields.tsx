import type { RefObject } from "react";
import { Labelled } from "../../../forms/labelled.tsx";
import { COUNTRIES } from "./countries.ts";

type Props = {
  form: RefObject<HTMLFormElement | null>;
  country: string;
  onCountry: (country: string) => void;
};

/** Who buys. A place is sold to businesses, and the country decides the tax. The browser says what is missing. */
export const BuyerFields = ({ form, country, onCountry }: Props) => (
  <form ref={form} className="form" onSubmit={(event) => event.preventDefault()}>
    <Labelled label="Country of your business">
      {(control) => (
        <select
          {...control}
          required
          autoComplete="country"
          value={country}
          onChange={({ target }) => onCountry(target.value)}
        >
          <option value="">Choose a country</option>
          {COUNTRIES.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Labelled>
    <label className="checkbox">
      <input type="checkbox" required />
      <span>I buy this for my business</span>
    </label>
  </form>
);
