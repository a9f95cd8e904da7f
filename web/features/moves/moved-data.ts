import type { LoaderFunctionArgs } from "react-router";
import { fetchResult, whenQueryChanges } from "../../data/screen-data.ts";

export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  fetchResult("user/moves/:product/", { params: { product: params["product"]! }, signal });

/** The query names only the chosen site. */
export const shouldRevalidate = whenQueryChanges();
