/** The showcase page: every component in every state, to review a visual change first. */
import { BasicsShowcase } from "./basics.tsx";
import { ControlsShowcase } from "./controls.tsx";
import { HomeShowcase } from "./home.tsx";
import { ExchangeFlowShowcase } from "./exchange-flow.tsx";
import { MemberShowcase } from "./member.tsx";
import styles from "./showcase.module.css";

/** Load it lazily, because it renders all components. */
export const Showcase = () => (
  <div className={styles.sheet}>
    <HomeShowcase />
    <MemberShowcase />
    <ExchangeFlowShowcase />
    <ControlsShowcase />
    <BasicsShowcase />
  </div>
);
