/** 哪些城市: chosen cities as chips, and a search by name or pinyin that adds one. */
import { X } from "lucide-react";
import { useId, useState } from "react";
import styles from "./city-field.module.css";
import foundStyles from "./found.module.css";

export type City = { readonly code: string; readonly name: string; readonly pinyin: string };

const FOUND_MAX = 6;

export function CityField(props: {
  readonly label: string;
  readonly cities: readonly City[];
  readonly chosen: readonly string[];
  readonly onChange: (codes: string[]) => void;
}) {
  const { label, cities, chosen, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState("");
  const word = typed.trim().toLowerCase();
  const found =
    word === ""
      ? []
      : cities
          .filter(({ code, name, pinyin }) => {
            const isMatch = name.includes(word) || pinyin.startsWith(word);
            return isMatch && !chosen.includes(code);
          })
          .slice(0, FOUND_MAX);
  const add = (code: string) => {
    onChange([...chosen, code]);
    setTyped("");
  };
  const nameOf = (code: string) => cities.find((city) => city.code === code)?.name ?? code;
  return (
    <div className={styles.cities}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.chips}>
        {chosen.length === 0 && <span className={styles.quiet}>全国</span>}
        {chosen.map((code) => (
          <span key={code}>
            {nameOf(code)}
            <button
              type="button"
              aria-label={`去掉 ${nameOf(code)}`}
              onClick={() => onChange(chosen.filter((one) => one !== code))}
            >
              <X aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          id={id}
          autoComplete="off"
          placeholder="加城市，如 上海"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (first) add(first.code);
          }}
        />
      </div>
      {found.length > 0 && (
        <div className={foundStyles.found}>
          {found.map(({ code, name }) => (
            <button key={code} type="button" onClick={() => add(code)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
