import { Outlet, useParams } from "react-router";
import { RenderAgain } from "../ui/render-again.tsx";

/**
 * The page inside the layout. Another site, product or category is another page, of which nothing stays. Another
 * combination of filters or another comparison changes the same page.
 */
export function PageOutlet() {
  const { combination: _combination, compared: _compared, ...subject } = useParams();
  return (
    <RenderAgain key={Object.values(subject).join()}>
      <Outlet />
    </RenderAgain>
  );
}
