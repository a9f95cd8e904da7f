import type { LoaderFunctionArgs } from "react-router";
import { fetchResult } from "../../../data/screen-data.ts";

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult("pages/blog-preview/:slug/", {
    params: { slug: params["post"]! },
    query: Object.fromEntries(new URL(request.url).searchParams),
    signal: request.signal,
  });
