/** The blue head of the home page: city, search field and messages. */
import { Contours } from "../../../components/contours.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevronDown, search } from "../../../components/icons.ts";
import { bell } from "../../../components/page-icons.ts";
import { Pressable } from "../../../components/pressable.tsx";
import { WaveEdge } from "../../../components/wave-edge.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./home.module.css";

const SEARCH = "/pages/benefit/search";

type HeaderProps = {
  readonly cityName: string;
  readonly hotWord: string;
  /** The number of unread messages. */
  readonly unread: number;
};

export function HomeHeader({ cityName, hotWord, unread }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Contours place="right" />
      <div className="row gap-2 relative">
        <Pressable
          className={styles.city}
          label={`当前城市 ${cityName}，更换`}
          onPress={() => navigateTo("/pages/region/choose?mode=city")}
        >
          <span>{cityName}</span>
          <Icon of={chevronDown} size={18} />
        </Pressable>
        <Pressable className={styles.search} onPress={() => navigateTo(SEARCH)}>
          <Icon of={search} size={18} />
          <span className={styles.hot}>{hotWord}</span>
          <span className={styles.go}>搜索</span>
        </Pressable>
        <Pressable
          className={styles.bell}
          label={unread > 0 ? `消息，${unread} 条未读` : "消息"}
          onPress={() => navigateTo("/pages/user/messages")}
        >
          <Icon of={bell} size={24} />
          {unread > 0 && <span className={styles.unread}>{unread > 99 ? "99+" : unread}</span>}
        </Pressable>
      </div>
      <WaveEdge />
    </header>
  );
}
