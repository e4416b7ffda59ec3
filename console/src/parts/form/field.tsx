/** One field of a form: its label above, its unit inside, its help or its fault below. */
import { type ComponentProps, useId, type ReactNode } from "react";
import type { FieldValue } from "./check-field.ts";
import { fenOf, instantOf, typedInstant, wholeOf } from "./check-field.ts";
import { DateControl } from "../date-input.tsx";
import { plainDate } from "../plain-date.ts";
import { MemberControl } from "./member-control.tsx";
import box from "../text-box.module.css";
import styles from "./field.module.css";

type Named = {
  readonly name: string;
  /** The field's place in the operation's input, where that is not its name: `rules.percent`. */
  readonly path?: string;
  readonly label: string;
  readonly help?: ReactNode;
  readonly isRequired?: boolean;
  /** Says from the values of all fields whether this one is drawn and sent; always without it. */
  readonly isShown?: (values: Readonly<Record<string, FieldValue>>) => boolean;
};
/** Where a field stands in the operation's input; its limits and refusals have this name. */
export const pathOf = ({ name, path = name }: Named): string => path;

/** Whether a refusal's `data.field` is about this field, or about one entry of its list. */
export function isRefusedField(spec: Named, refused: string | undefined): boolean {
  const path = pathOf(spec);
  return refused === path || (refused?.startsWith(`${path}.`) ?? false);
}

type ManyChoice = readonly [value: string, label: string, group?: string];

export type FieldSpec = Named &
  (
    | {
        readonly kind:
          | "text"
          | "area"
          | "number"
          | "money"
          /** Typed in percent, in basis points in the operation. */
          | "percent"
          | "points"
          | "instant"
          | "day"
          | "switch"
          /** One entry a line. */
          | "lines"
          /** The text of a file: chosen, or pasted. */
          | "file"
          /** A member's number, found by phone, last four digits or number. */
          | "member";
        readonly placeholder?: string;
        readonly unit?: string;
      }
    | {
        readonly kind: "choice";
        readonly choices: readonly (readonly [value: string, label: string])[];
      }
    | {
        readonly kind: "many";
        /** Choices of one group stand together under its name. */
        readonly choices: readonly ManyChoice[];
      }
  );

/** What stands in a field while it is typed; a number field keeps the text as it is. */
export type Typed = string | boolean | readonly string[];

/** Returns the value that the operation takes; undefined for an empty or unreadable field. */
export function valueOf(spec: FieldSpec, typed: Typed | undefined): FieldValue {
  if (typed === undefined || typed === "") return undefined;
  switch (spec.kind) {
    case "money":
    case "percent":
      return fenOf(String(typed)) ?? Number.NaN;
    case "number":
    case "points":
      return wholeOf(String(typed));
    case "instant":
      return instantOf(String(typed)) ?? Number.NaN;
    case "lines":
      return String(typed)
        .split(/[\n,，;；\s]+/)
        .filter(Boolean);
    case "text":
    case "area":
    case "file":
    case "member":
      return String(typed).trim() || undefined;
    case "day":
      return plainDate(String(typed), "day") ?? String(typed);
    case "choice":
    case "switch":
    case "many":
      return typed;
    default:
      return spec satisfies never;
  }
}

/** Returns the unit that a kind of field always has. */
function unitText(kind: FieldSpec["kind"]): string | undefined {
  if (kind === "money") return "元";
  if (kind === "percent") return "%";
  return kind === "points" ? "分" : undefined;
}

/** Returns what stands in the field for a value of the operation. */
export function typedOf(spec: FieldSpec, value: FieldValue): Typed | undefined {
  if (value === undefined) return undefined;
  if (spec.kind === "money" || spec.kind === "percent") return String(Number(value) / 100);
  if (spec.kind === "instant") return typedInstant(Number(value));
  if (spec.kind === "lines") return Array.isArray(value) ? value.join("\n") : String(value);
  return typeof value === "number" ? String(value) : value;
}

type FieldProps = {
  readonly spec: FieldSpec;
  readonly typed: Typed | undefined;
  readonly fault: string | undefined;
  readonly onChange: (typed: Typed) => void;
};

/** A text that is pasted, or read from a file of this device; the file itself is not uploaded. */
function FileControl(props: {
  readonly shared: ComponentProps<"textarea">;
  readonly text: string;
  readonly onChange: (typed: string) => void;
}) {
  const { shared, text, onChange } = props;
  const read = (file: File | undefined) => void file?.text().then(onChange);
  return (
    <>
      <textarea
        {...shared}
        rows={8}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <label className={styles.file}>
        <input
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => {
            read(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        从文件读入
      </label>
    </>
  );
}

type ManyProps = Pick<FieldProps, "typed" | "onChange"> & {
  readonly choices: readonly ManyChoice[];
};

function Checks({ choices, typed, onChange }: ManyProps) {
  const chosen: readonly string[] = Array.isArray(typed) ? typed : [];
  return choices.map(([value, label]) => (
    <label key={value}>
      <input
        type="checkbox"
        checked={chosen.includes(value)}
        onChange={({ target }) =>
          onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
        }
      />
      {label}
    </label>
  ));
}

/** Any number of choices; those with groups stand under the names of their groups. */
function ManyControl({ id, choices, typed, onChange }: ManyProps & { readonly id: string }) {
  const groups = [...new Set(choices.map(([, , group]) => group))];
  return (
    <div id={id} className={styles.groups}>
      {groups.map((group) => (
        <div key={group ?? ""} role={group && "group"} aria-label={group} className={styles.many}>
          {group && (
            <span className={styles.group} aria-hidden="true">
              {group}
            </span>
          )}
          <Checks
            choices={choices.filter(([, , its]) => its === group)}
            typed={typed}
            onChange={onChange}
          />
        </div>
      ))}
    </div>
  );
}

function Control(props: FieldProps & { readonly id: string; readonly describedBy: string }) {
  const { spec, typed, fault, onChange, id, describedBy } = props;
  const shared = {
    id,
    name: spec.name,
    "aria-describedby": describedBy,
    "aria-invalid": fault !== undefined || undefined,
    required: spec.isRequired,
  };
  const text = typeof typed === "string" ? typed : "";
  switch (spec.kind) {
    case "file":
      return <FileControl shared={shared} text={text} onChange={onChange} />;
    case "area":
    case "lines":
      return (
        <textarea
          {...shared}
          rows={spec.kind === "lines" ? 5 : 3}
          placeholder={spec.placeholder}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "switch":
      return (
        <input
          {...shared}
          required={false}
          type="checkbox"
          role="switch"
          className={styles.switch}
          checked={typed === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case "choice":
      return (
        <select {...shared} value={text} onChange={(event) => onChange(event.target.value)}>
          <option value="">请选择</option>
          {spec.choices.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      );
    case "many":
      return <ManyControl id={id} choices={spec.choices} typed={typed} onChange={onChange} />;
    case "member":
      return <MemberControl input={shared} typed={text} onChange={onChange} />;
    case "instant":
    case "day":
      return (
        <DateControl
          {...shared}
          className={styles.date}
          kind={spec.kind}
          value={text}
          onChange={onChange}
        />
      );
    case "text":
    case "number":
    case "money":
    case "percent":
    case "points": {
      const isNumber = spec.kind !== "text";
      const unit = unitText(spec.kind) ?? spec.unit;
      return (
        <span className={`${box.box} ${styles.withUnit}`}>
          <input
            {...shared}
            type="text"
            inputMode={isNumber ? "decimal" : undefined}
            autoComplete="off"
            placeholder={spec.placeholder}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      );
    }
    default:
      return spec satisfies never;
  }
}

export function Field(props: FieldProps) {
  const { spec, fault } = props;
  const id = useId();
  return (
    <div className={styles.field} data-field={spec.name}>
      <label htmlFor={id}>
        {spec.label}
        {spec.isRequired && <b aria-hidden="true">*</b>}
      </label>
      <Control {...props} id={id} describedBy={`${id}-note`} />
      <div id={`${id}-note`} className={fault ? styles.fault : styles.help}>
        {fault ?? spec.help}
      </div>
      {/* The help says how the fault is put right. */}
      {fault && spec.help && <div className={styles.help}>{spec.help}</div>}
    </div>
  );
}
