/** A file as text: Vite puts it into the build, and into what tests run. */
declare module "*.txt?raw" {
  const text: string;
  export default text;
}
