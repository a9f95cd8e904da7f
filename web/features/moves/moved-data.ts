import type { LoaderFunctionArgs } from "react-router";
import { fetchResult } from "../../data/screen-data.ts";

export const loader = ({ params, request: { signal } }: LoaderFunctionArgs) =>
  fetchResult("user/moves/:product/", { params: { product: params["product"]! }, signal });
