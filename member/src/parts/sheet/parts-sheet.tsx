/** The living sheet: every part in every state, in one place, where a change is seen first. */
import { BasicsSheet } from "./basics.tsx";
import { ControlsSheet } from "./controls.tsx";
import { HomeSheet } from "./home.tsx";
import { JourneySheet } from "./journey.tsx";
import { MineSheet } from "./mine.tsx";
import styles from "./sheet.module.css";

/** Load it lazily; it draws everything there is. */
export const PartsSheet = () => (
  <div className={styles.sheet}>
    <HomeSheet />
    <MineSheet />
    <JourneySheet />
    <ControlsSheet />
    <BasicsSheet />
  </div>
);
