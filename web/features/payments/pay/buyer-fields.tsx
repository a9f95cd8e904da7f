import { Labelled } from "../../../forms/labelled.tsx";
import { COUNTRIES } from "./countries.ts";

/** Who buys. A place is sold to businesses, and the country decides the tax. */
export type Buyer = { country: string; isBusiness: boolean };

type Props = {
  buyer: Buyer;
  /** What is said about a field after a press. */
  problems: Partial<Record<keyof Buyer, string>>;
  onChange: (buyer: Buyer) => void;
};

export const BuyerFields = ({ buyer, problems, onChange }: Props) => (
  <fieldset className="buyer">
    <legend className="visually-hidden">Who buys</legend>
    <Labelled label="Country of your business" error={problems.country}>
      {(control) => (
        <select
          {...control}
          autoComplete="country"
          value={buyer.country}
          onChange={({ target }) => onChange({ ...buyer, country: target.value })}
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
    <div>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={buyer.isBusiness}
          aria-invalid={problems.isBusiness !== undefined}
          aria-describedby="business-error"
          onChange={({ target }) => onChange({ ...buyer, isBusiness: target.checked })}
        />
        <span>I buy this for my business</span>
      </label>
      <p id="business-error" className="field-error" role="alert">
        {problems.isBusiness}
      </p>
    </div>
  </fieldset>
);
