/**
 * A link to another page of the app: a real anchor for keyboard and long press; a tap navigates
 * without a page load.
 */
import { type AnchorHTMLAttributes, type MouseEvent, useContext } from "react";
import { openLink, redirectTo } from "./navigate.ts";
import { ImportPageContext, prefetchPage } from "./page-modules.ts";
import { pageOf } from "./route-location.ts";

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** An in-app address; a tab page is switched to, any other is opened over this one. */
  to: string;
  /** Replaces the current page. */
  isReplacing?: boolean;
};

const isPlainTap = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export function Link({ to, isReplacing = false, onClick, ...rest }: LinkProps) {
  const importPage = useContext(ImportPageContext);
  return (
    <a
      {...rest}
      href={to}
      // Loads the chunk while the finger is still down.
      onPointerDown={() => prefetchPage(pageOf(to.split(/[?#]/, 1)[0] ?? ""), importPage)}
      onClick={(event) => {
        onClick?.(event);
        if (event.defaultPrevented || !isPlainTap(event)) return;
        event.preventDefault();
        void (isReplacing ? redirectTo(to) : openLink(to));
      }}
    />
  );
}
