/** A figure that counts up to its value once it is shown; at once with reduced motion. */
import { useEffect, useState } from "react";
import { countText } from "./money.ts";

const COUNT_MS = 900;

/** Fast at first, slow at the end. */
const eased = (share: number): number => 1 - (1 - share) ** 3;

const isStill = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

interface CountUpProps {
  readonly from: number;
  readonly to: number;
}

/** A screen reader reads the final value once. */
export function CountUp({ from, to }: CountUpProps) {
  const [shown, setShown] = useState(() => (isStill() ? to : from));
  useEffect(() => {
    const countMs = isStill() ? 0 : COUNT_MS;
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function draw(now) {
      const share = countMs === 0 ? 1 : Math.min(1, Math.max(0, (now - startedAt) / countMs));
      setShown(Math.round(from + (to - from) * eased(share)));
      if (share < 1) frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [from, to]);
  return (
    <>
      <span className="sr-only">{countText(to)}</span>
      <span aria-hidden="true">{countText(shown)}</span>
    </>
  );
}
