/** The field for the six digits of the authenticator; pasting works. */
import styles from "./six-digits.module.css";

export function SixDigits(props: {
  readonly value: string;
  readonly onChange: (digits: string) => void;
  readonly label?: string;
  readonly id?: string;
  readonly describedBy?: string;
  readonly isInvalid?: boolean;
}) {
  const { value, onChange, label = "验证器上的 6 位数字" } = props;
  return (
    <span className={styles.six}>
      <input
        id={props.id}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        aria-label={label}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
      />
      {[0, 1, 2, 3, 4, 5].map((place) => (
        <i key={place} aria-hidden="true" data-next={place === value.length || undefined}>
          {value[place]}
        </i>
      ))}
    </span>
  );
}
