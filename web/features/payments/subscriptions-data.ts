import type { LoaderFunctionArgs } from "react-router";
import { fetchResult, deferIfSlow, whenQueryChanges } from "../../data/screen-data.ts";

export const loader = ({ request }: LoaderFunctionArgs) =>
  deferIfSlow(fetchResult("payments/", { signal: request.signal }));

export const shouldRevalidate = whenQueryChanges();
