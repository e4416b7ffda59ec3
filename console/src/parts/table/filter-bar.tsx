/** The filters of a list: those in use are chips to remove, the others dashed chips to add. */
import { Plus, Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../button.tsx";
import { classNames } from "../class-names.ts";
import { onKey } from "../keys.ts";
import styles from "./filter-bar.module.css";
import { MenuHolder } from "../menu.tsx";
import menu from "../menu.module.css";
import { SavedViews } from "./saved-views.tsx";

type Value = string | number | true | undefined;

export type Filter<K extends string> = {
  readonly key: K;
  readonly label: string;
  /** The values and their words. */
  readonly choices: readonly (readonly [value: string, label: string])[];
  /** Called when the menu opens; a page reads a long list of choices only then. */
  readonly onOpen?: () => void;
  /** Why `choices` is still empty; missing when it is whole. */
  readonly lack?: "loading" | "failed";
};

type FilterBarProps<K extends string> = {
  /** The values of `useSearchState`. */
  readonly values: { readonly [N in K | "keyword"]?: Value };
  readonly onChange: (patch: { readonly [N in K | "keyword"]?: never }) => void;
  readonly filters?: readonly Filter<K>[];
  /** Draws the search field of the list; it writes `keyword`. */
  readonly placeholder?: string;
  /** The page under which its views are saved: `orders`; missing where none are. */
  readonly savedAs?: string;
};

const WAIT_MS = 300;
/** A menu of more choices has a field that narrows them. */
const CHOICES_WITHOUT_FIELD = 20;

function Keyword(props: {
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { placeholder, value, onChange } = props;
  const [typed, setTyped] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  const [shown, setShown] = useState(value);
  // The address changed by itself: back, a saved view, or "clear".
  if (value !== shown) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  useEffect(() => onKey({ "/": () => field.current?.focus() }), []);
  return (
    <label className={styles.keyword}>
      <Search aria-hidden="true" />
      <input
        ref={field}
        type="search"
        maxLength={64}
        placeholder={placeholder}
        aria-label={placeholder}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}

const lackTexts = { loading: "正在读取…", failed: "没有读到，请关闭后再打开" } as const;

/** The choices of a filter; a long list, such as all cities, is narrowed by what is typed. */
function Choices<K extends string>(props: {
  readonly filter: Filter<K>;
  readonly value: string | undefined;
  readonly onChoose: (value: string) => void;
}) {
  const { filter, value, onChoose } = props;
  const [typed, setTyped] = useState("");
  const found = filter.choices.filter(([, label]) => label.includes(typed.trim()));
  return (
    <div className={menu.menu} data-side="left">
      {filter.choices.length > CHOICES_WITHOUT_FIELD && (
        <input
          type="search"
          className={styles.narrow}
          aria-label={`在${filter.label}里找`}
          placeholder={`找${filter.label}`}
          maxLength={20}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {found.map(([id, label]) => (
        <button key={id} type="button" aria-pressed={id === value} onClick={() => onChoose(id)}>
          {label}
        </button>
      ))}
      {found.length === 0 && (
        <p role="status" className={styles.noChoice}>
          {filter.lack === undefined ? `没有符合的${filter.label}` : lackTexts[filter.lack]}
        </p>
      )}
    </div>
  );
}

function FilterChip<K extends string>(props: {
  readonly filter: Filter<K>;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { filter, value, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const found = filter.choices.find(([id]) => id === value)?.[1];
  // The word of a value in the address may still be on its way.
  const chosen = found ?? (value !== undefined && filter.lack !== undefined ? "…" : undefined);
  const toggle = () => {
    if (!isOpen) filter.onOpen?.();
    setOpen(!isOpen);
  };
  return (
    <MenuHolder isOpen={isOpen} onClose={() => setOpen(false)}>
      <span className={chosen === undefined ? styles.unused : styles.used}>
        <button type="button" aria-expanded={isOpen} onClick={toggle}>
          {chosen === undefined && <Plus aria-hidden="true" />}
          {chosen === undefined ? filter.label : `${filter.label}：${chosen}`}
        </button>
        {chosen !== undefined && (
          <button
            type="button"
            aria-label={`去掉${filter.label}`}
            onClick={() => onChange(undefined)}
          >
            <X aria-hidden="true" />
          </button>
        )}
      </span>
      {isOpen && (
        <Choices
          filter={filter}
          value={value}
          onChoose={(id) => {
            onChange(id);
            setOpen(false);
          }}
        />
      )}
    </MenuHolder>
  );
}

export function FilterBar<K extends string = never>(props: FilterBarProps<K>) {
  const { values, filters = [], placeholder, savedAs } = props;
  const change = (key: string, value: Value) =>
    props.onChange({ [key]: value } as { readonly [N in K | "keyword"]?: never });
  const used = filters.filter(({ key }) => values[key] !== undefined);
  const isUsed = used.length > 0 || values.keyword !== undefined;
  return (
    <div className={classNames(styles.bar, savedAs !== undefined && styles.withViews)}>
      {placeholder && (
        <Keyword
          placeholder={placeholder}
          value={String(values.keyword ?? "")}
          onChange={(text) => change("keyword", text || undefined)}
        />
      )}
      {filters.map((filter) => {
        const value = values[filter.key];
        return (
          <FilterChip
            key={filter.key}
            filter={filter}
            value={value === undefined ? undefined : String(value)}
            onChange={(next) => change(filter.key, next)}
          />
        );
      })}
      {isUsed && (
        <Button
          look="text"
          size="small"
          onClick={() =>
            props.onChange(
              Object.fromEntries(
                [...used.map(({ key }) => key), "keyword"].map((key) => [key, undefined]),
              ) as { readonly [N in K | "keyword"]?: never },
            )
          }
        >
          清空
        </Button>
      )}
      {savedAs !== undefined && <SavedViews page={savedAs} />}
    </div>
  );
}
