/** One figure: its name, definition, value, change and course, with a link to the list behind it. */
import { Link } from "@tanstack/react-router";
import { type FigureName, figures } from "@yunjing/contract/figures";
import { may } from "../../api/operator.ts";
import { Spark } from "../../parts/chart/chart.tsx";
import { Definition } from "../../parts/definition.tsx";
import styles from "./figures.module.css";
import { changeOf, listOf, valueText } from "./figure-texts.ts";
import type { Period } from "./periods.ts";
import type { FigureOfSpan } from "./use-figures.ts";

/** A change in words: a triangle, its size, and what it is compared with. */
function ChangeText(props: {
  readonly name: FigureName;
  readonly figure: FigureOfSpan;
  readonly against: string;
}) {
  const { name, figure, against } = props;
  const change = changeOf(name, figure.compared, figure.before);
  if (!change) return <span className={styles.change}>{against}：无可比数据</span>;
  const arrow = { up: "▲", down: "▼", same: "" }[change.direction];
  const word = { up: "升", down: "降", same: "" }[change.direction];
  return (
    <span className={styles.change}>
      <b data-good={change.isGood}>
        <span aria-hidden="true">{arrow}</span>
        <span className="visually-hidden">{word}</span> {change.text}
      </b>{" "}
      {against}
    </span>
  );
}

/** The meaning of a figure behind ⓘ. */
export function FigureDefinition({ name }: { readonly name: FigureName }) {
  const { title, definition } = figures[name];
  return <Definition title={title} text={definition} />;
}

export function FigureCard(props: {
  readonly name: FigureName;
  readonly figure: FigureOfSpan;
  readonly period: Period;
  readonly course?: readonly number[] | undefined;
}) {
  const { name, figure, period, course } = props;
  const { title, unit } = figures[name];
  const list = listOf(name, period);
  const text = valueText(unit, figure.value);
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.label}>
        {title}
        <FigureDefinition name={name} />
      </div>
      <div className={styles.line}>
        <strong>
          {list && may(...list.permissions) ? (
            <Link to={list.to} search={list.search} title={`看${list.label}`}>
              {text}
            </Link>
          ) : (
            text
          )}
        </strong>
        {course && course.length > 1 && <Spark values={course} />}
      </div>
      <ChangeText name={name} figure={figure} against={period.against} />
    </section>
  );
}
