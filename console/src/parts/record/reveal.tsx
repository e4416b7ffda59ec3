/** A masked value with a button that reveals it after a reason; the text stays in memory only. */
import { Eye } from "lucide-react";
import { useState } from "react";
import { Button } from "../button.tsx";

export function Reveal(props: {
  readonly masked: string;
  /** How many the operator may still reveal today. */
  readonly left?: number;
  /** Asks for the reason and returns the clear text; undefined when the operator closed it. */
  readonly onReveal: () => Promise<string | undefined>;
}) {
  const { masked, left, onReveal } = props;
  const [clear, setClear] = useState<string | undefined>(undefined);
  if (clear !== undefined) return <b>{clear}</b>;
  return (
    <>
      {masked}{" "}
      <Button
        look="text"
        size="small"
        icon={<Eye aria-hidden="true" />}
        disabled={left === 0}
        onClick={() => void onReveal().then(setClear)}
      >
        查看完整{left === undefined ? "" : `（今日还可 ${left} 次）`}
      </Button>
    </>
  );
}
