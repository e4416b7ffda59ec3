/** Buttons of an entry of a list: one place up or down, and out of the list. */
import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { Button } from "./button.tsx";

export function MoveButtons<T>(props: {
  readonly list: readonly T[];
  readonly at: number;
  /** What the entry is called. */
  readonly name: string;
  /** "text" without a frame. */
  readonly look?: "text";
  readonly onMove: (list: T[]) => void;
}) {
  const { list, at, name, look, onMove } = props;
  const move = (by: -1 | 1) =>
    onMove(list.toSpliced(at, 1).toSpliced(at + by, 0, ...list.slice(at, at + 1)));
  return (
    <>
      <Button
        size="small"
        {...(look && { look })}
        icon={<ArrowUp />}
        aria-label={`${name} 上移`}
        disabled={at === 0}
        onClick={() => move(-1)}
      />
      <Button
        size="small"
        {...(look && { look })}
        icon={<ArrowDown />}
        aria-label={`${name} 下移`}
        disabled={at === list.length - 1}
        onClick={() => move(1)}
      />
    </>
  );
}

/** Moves an entry of a list, or removes it; without frames. */
export function EntryButtons<T>(props: {
  readonly list: readonly T[];
  readonly at: number;
  /** What the entry is called. */
  readonly name: string;
  readonly onChange: (list: T[]) => void;
}) {
  const { list, at, name, onChange } = props;
  return (
    <>
      <MoveButtons list={list} at={at} name={name} look="text" onMove={onChange} />
      <Button
        size="small"
        look="text"
        icon={<Trash2 />}
        aria-label={`删除 ${name}`}
        onClick={() => onChange(list.toSpliced(at, 1))}
      />
    </>
  );
}
