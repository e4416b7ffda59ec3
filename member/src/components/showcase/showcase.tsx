/** The living sheet: every part in every state, in one place, where a change is seen first. */
import { BasicsShowcase } from "./basics.tsx";
import { ControlsShowcase } from "./controls.tsx";
import { HomeShowcase } from "./home.tsx";
import { ExchangeFlowShowcase } from "./exchange-flow.tsx";
import { MemberShowcase } from "./member.tsx";
import styles from "./showcase.module.css";

/** Load it lazily; it draws everything there is. */
export const Showcase = () => (
  <div className={styles.sheet}>
    <HomeShowcase />
    <MemberShowcase />
    <ExchangeFlowShowcase />
    <ControlsShowcase />
    <BasicsShowcase />
  </div>
);
