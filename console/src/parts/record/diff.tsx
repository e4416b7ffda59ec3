/**
 * What a change makes different: before and after of each field; unchanged rows are grey. Two sides of
 * one thing are compared in the same way, and neither is struck out.
 */
import { EMPTY } from "../format.ts";
import styles from "./diff.module.css";

export type Change = {
  readonly field: string;
  /** Empty, or `EMPTY`, when there is no value before. */
  readonly before: string;
  readonly after: string;
};

export function Diff(props: {
  readonly changes: readonly Change[];
  /** The heads of the two columns: 「现在」「同意之后」. */
  readonly heads?: readonly [before: string, after: string];
  readonly isOfSides?: boolean;
}) {
  const [beforeHead, afterHead] = props.heads ?? ["现在", "变更后"];
  const [Before, After] = props.isOfSides ? (["span", "span"] as const) : (["del", "ins"] as const);
  return (
    <table className={styles.diff}>
      <caption className="visually-hidden">{props.isOfSides ? "双方对比" : "变更对比"}</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">{beforeHead}</th>
          <th scope="col">{afterHead}</th>
        </tr>
      </thead>
      <tbody>
        {props.changes.map(({ field, ...change }) => {
          const before = change.before || EMPTY;
          const after = change.after || EMPTY;
          const isChanged = before !== after;
          return (
            <tr key={field} data-changed={isChanged || undefined}>
              <th scope="row">{field}</th>
              <td>{isChanged && before !== EMPTY ? <Before>{before}</Before> : before}</td>
              <td>{isChanged ? <After>{after}</After> : after}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
