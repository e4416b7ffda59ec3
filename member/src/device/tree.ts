/**
 * Walks what is nested, and no deeper than the spec allows (U11). No answer of the contract nests
 * today (regions and categories come a level at a time); whatever will is read by this.
 */
import { TREE_LEVEL_MAX } from "@yunjing/contract/limits";

export type TreeNode<N> = { readonly children?: readonly N[] };

/** Visits parents before children; the roots are level 1, and below level 10 nothing is seen. */
export function walkTree<N extends TreeNode<N>>(
  nodes: readonly N[],
  visit: (node: N, level: number) => void,
  level = 1,
): void {
  if (level > TREE_LEVEL_MAX) return;
  for (const node of nodes) {
    visit(node, level);
    walkTree(node.children ?? [], visit, level + 1);
  }
}
