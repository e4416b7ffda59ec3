/** The place of the newcomer's steps on the home page, kept while they load. */
import styles from "./newcomer-place.module.css";

export const NewcomerPlace = () => <div className={styles.place} aria-hidden="true" />;
