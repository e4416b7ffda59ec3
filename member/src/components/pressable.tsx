/**
 * A link when there is an address, a button when there is only an action; styled by its content.
 */
import type { MouseEvent, ReactNode } from "react";

export interface PressProps {
  /** The link target; renders a real link, so that it can be opened in another tab. */
  readonly href?: string | undefined;
  /** Called on a plain press. With `href` it replaces the browser's own loading of the page. */
  readonly onPress?: (() => void) | undefined;
}

interface PressableProps extends PressProps {
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/** Without `href` and `onPress` it renders a plain box, so that nothing looks tappable. */
export function Pressable({ href, onPress, className, label, children }: PressableProps) {
  if (href !== undefined) {
    return (
      <a
        className={className}
        href={href}
        aria-label={label}
        onClick={(event) => {
          if (!onPress || !isPlain(event)) return;
          event.preventDefault();
          onPress();
        }}
      >
        {children}
      </a>
    );
  }
  if (!onPress) return <div className={className}>{children}</div>;
  return (
    <button type="button" className={className} aria-label={label} onClick={onPress}>
      {children}
    </button>
  );
}
