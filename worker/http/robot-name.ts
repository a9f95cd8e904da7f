/** The name of the directory in the header User-Agent, by which a robots.txt can refuse it. */
export const robotName = (siteName: string): string => siteName.replaceAll(/[^a-z_-]/gi, "") || "directory";
