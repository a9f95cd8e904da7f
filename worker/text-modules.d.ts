/** A file as text. Vite inlines it into the build and into tests. */
declare module "*.txt?raw" {
  const text: string;
  export default text;
}

declare module "*.js?raw" {
  const text: string;
  export default text;
}
