/** Follows the edges of a graph of files. */

/** Returns the files that the given ones reach, directly or over others, and these themselves. */
export function reachedFrom(
  starts: Iterable<string>,
  edges: ReadonlyMap<string, readonly string[]>,
): Set<string> {
  const reached = new Set(starts);
  for (const file of reached) for (const next of edges.get(file) ?? []) reached.add(next);
  return reached;
}
