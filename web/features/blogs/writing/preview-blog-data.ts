import type { LoaderFunctionArgs } from "react-router";
import type { BlogPage } from "#schema/blogs.ts";
import { fetchResult } from "../../../screen-data.ts";

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  fetchResult<BlogPage>(
    `pages/blog-preview/${encodeURIComponent(params["post"]!)}/${new URL(request.url).search}`,
    request.signal,
  );
