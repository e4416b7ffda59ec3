/** An amount in a cell of the price table; it keeps what is typed and hands on every readable one. */
import { useState } from "react";
import { fenOf, type FieldValue } from "../../parts/form/check-field.ts";

export function PriceInput(props: {
  readonly label: string;
  readonly value: FieldValue;
  readonly isBad: boolean;
  readonly onChange: (fen: number | undefined) => void;
}) {
  const { label, value, isBad, onChange } = props;
  const [typed, setTyped] = useState(typeof value === "number" ? (value / 100).toFixed(2) : "");
  const isUnreadable = typed !== "" && (fenOf(typed) ?? -1) < 0;
  return (
    <input
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isBad || isUnreadable || undefined}
      value={typed}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        const fen = fenOf(text);
        if (text === "" || (fen !== undefined && fen >= 0)) onChange(fen);
      }}
    />
  );
}
