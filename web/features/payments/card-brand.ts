const BRANDS: Record<string, string> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

const brandText = (brand: string) => BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);

/** Such as “Visa ending in 4242”. Link has no number. */
export const cardText = ({ brand, last4 }: { brand: string; last4: string }) =>
  last4 ? `${brandText(brand)} ending in ${last4}` : brandText(brand);
