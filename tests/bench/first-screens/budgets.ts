import budgets from "../../budgets.json" with { type: "json" };
import type { PageTimes } from "../lighthouse.ts";
import type { ColdFigures } from "./cold-load.ts";
import type { PageKind } from "./pages.ts";

export type Figures = PageTimes & ColdFigures;
export type Figure = keyof Figures;

/** Of the performance score, the budget is the least. Of all others, it is the most. What could not be measured is over. */
const isOver = (figure: Figure, value: number, budget: number) =>
  figure === "performance" ? !(value >= budget) : !(value <= budget);

/** The names of the figures that exceed the budget of this page kind. A figure without a budget never does. */
export function overBudget(kind: PageKind, figures: Partial<Figures>): Figure[] {
  const ofKind: Partial<Figures> = budgets[kind];
  return (Object.keys(figures) as Figure[]).filter((figure) => {
    const budget = ofKind[figure];
    return budget !== undefined && isOver(figure, figures[figure]!, budget);
  });
}

export const budgetOf = (kind: PageKind): Partial<Figures> => budgets[kind];
