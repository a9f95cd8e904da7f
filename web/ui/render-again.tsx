import { Component, type ReactNode } from "react";

/** So that a part that always fails does not fail forever. */
const MOST_TIMES = 20;

/** What the browser throws if React removes a node, or inserts one beside it, that is not where React put it. */
const isMovedNode = (error: unknown) =>
  error instanceof DOMException && ["NotFoundError", "HierarchyRequestError"].includes(error.name);

type State = { failure?: { error: unknown } };

/**
 * Renders its content again if something else has moved the nodes of React: page translation and browser extensions do.
 * Other errors go on to the error page.
 */
export class RenderAgain extends Component<{ children: ReactNode }, State> {
  override state: State = {};
  private times = 0;

  override componentDidCatch(error: unknown) {
    this.times += 1;
    this.setState(isMovedNode(error) && this.times <= MOST_TIMES ? {} : { failure: { error } });
  }

  override render() {
    if (this.state.failure) throw this.state.failure.error;
    return this.props.children;
  }
}
