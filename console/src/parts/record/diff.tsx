/** What a change makes different: before and after of each field; unchanged rows are grey. */
import { EMPTY } from "../format.ts";
import styles from "./diff.module.css";

export type Change = {
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

export function Diff(props: {
  readonly changes: readonly Change[];
  /** The heads of the two columns: 「现在」「同意之后」. */
  readonly heads?: readonly [before: string, after: string];
}) {
  const [before, after] = props.heads ?? ["现在", "变更后"];
  return (
    <table className={styles.diff}>
      <caption className="visually-hidden">变更对比</caption>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {props.changes.map((change) => {
          const isChanged = change.before !== change.after;
          return (
            <tr key={change.field} data-changed={isChanged || undefined}>
              <th scope="row">{change.field}</th>
              <td>{isChanged ? <del>{change.before || EMPTY}</del> : change.before || EMPTY}</td>
              <td>{isChanged ? <ins>{change.after || EMPTY}</ins> : change.after || EMPTY}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
