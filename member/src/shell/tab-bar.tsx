/**
 * The three tabs (M16): 50 px high, icon 24, label 10, in the spec's own colours. Shown on tab
 * pages only.
 */
import { pages } from "../routes.ts";
import { Link } from "./link.tsx";
import styles from "./tab-bar.module.css";

const tabs = pages.filter((page) => page.tab !== undefined);

type Icon = { line: string; mark?: string };
const icons: Record<string, Icon> = {
  首页: {
    line: "M4 11.2 12 4l8 7.2V19a1.2 1.2 0 0 1-1.2 1.2H14.5v-5.2h-5v5.2H5.2A1.2 1.2 0 0 1 4 19z",
  },
  订单列表: {
    line: "M5.5 3.8h13v17l-2.2-1.5-2.15 1.5L12 19.3l-2.15 1.5-2.15-1.5-2.2 1.5z",
    mark: "M9 9h6M9 13h3.5",
  },
  我的: {
    line: `M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM4.5 20.2v-1.4c0-2.5 2-4.3
4.5-4.3h6c2.5 0 4.5 1.8 4.5 4.3v1.4z`,
  },
};

export function TabBar({ current }: { current: string }) {
  return (
    <nav className={styles.tabs} aria-label="主导航">
      {tabs.map(({ path, tab = "首页" }) => (
        <Link
          key={path}
          to={path}
          className={styles.tab}
          aria-current={path === current ? "page" : undefined}
        >
          <TabIcon icon={icons[tab]} isOn={path === current} />
          {tab}
        </Link>
      ))}
    </nav>
  );
}

function TabIcon({ icon, isOn }: { icon: Icon | undefined; isOn: boolean }) {
  if (!icon) return null;
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true" data-on={isOn}>
      <path d={icon.line} />
      {icon.mark && <path className={styles.mark} d={icon.mark} />}
    </svg>
  );
}
