/** Chooses how many units of an item are refunded: less, the number, more. */
import { Minus, Plus } from "lucide-react";
import { Button } from "./button.tsx";
import styles from "./units.module.css";

/** `value` is 0, or at least `min` and at most `max`. */
export function Units(props: {
  readonly title: string;
  readonly text: string;
  readonly min?: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (units: number) => void;
}) {
  const { title, text, min = 1, max, value, onChange } = props;
  return (
    <div className={styles.units}>
      <span>
        {title}
        <small>{text}</small>
      </span>
      <Button
        size="small"
        icon={<Minus />}
        aria-label={`少退一份 ${title}`}
        disabled={value === 0}
        onClick={() => onChange(value > min ? value - 1 : 0)}
      />
      <output aria-label={`退 ${title} 的份数`}>{value}</output>
      <Button
        size="small"
        icon={<Plus />}
        aria-label={`多退一份 ${title}`}
        disabled={value >= max}
        onClick={() => onChange(Math.max(value + 1, min))}
      />
    </div>
  );
}
