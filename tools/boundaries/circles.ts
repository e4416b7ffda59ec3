/**
 * Finds import circles: files that import each other, directly or over others. Every import counts:
 * static, type-only and dynamic.
 */
import type { Source } from "./sources.ts";

/** Returns the groups of files that reach each other (Tarjan's algorithm); empty without circles. */
function circlesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const indexes = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();

  /** Returns the lowest index that the file reaches within the open files. */
  const visit = (file: string): number => {
    const index = indexes.size;
    let lowest = index;
    indexes.set(file, index);
    open.push(file);
    isOpen.add(file);
    for (const next of edges.get(file) ?? []) {
      const known = indexes.get(next);
      if (known === undefined) lowest = Math.min(lowest, visit(next));
      else if (isOpen.has(next)) lowest = Math.min(lowest, known);
    }
    if (lowest === index) {
      const group = open.splice(open.indexOf(file));
      for (const member of group) isOpen.delete(member);
      if (group.length > 1 || edges.get(file)?.includes(file)) circles.push(group);
    }
    return lowest;
  };
  for (const file of edges.keys()) if (!indexes.has(file)) visit(file);
  return circles;
}

/** Returns a shortest path of imports from the first file of a circle back to itself. */
function pathBack(edges: ReadonlyMap<string, readonly string[]>, circle: string[]): string[] {
  const [start = ""] = circle;
  const inside = new Set(circle);
  const paths: string[][] = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const next of edges.get(path.at(-1) ?? "") ?? []) {
      if (next === start) return [...path, start];
      if (!inside.has(next) || seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return [];
}

/** Returns one finding a circle, with the shortest path around it. */
export function circleFaults(sources: readonly Source[]): string[] {
  const edges = new Map(
    sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]),
  );
  return circlesOf(edges).map((circle) => {
    const sorted = circle.sort();
    return `${sorted[0]}: is in a circle of ${sorted.length} files: ${pathBack(edges, sorted).join(" → ")}`;
  });
}
