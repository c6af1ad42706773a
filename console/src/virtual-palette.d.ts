/** What the command palette finds besides pages and actions: `console/palette` reads it when the console is built. */
declare module 'virtual:palette' {
  /** A field or a section of a page of settings. */
  export interface SettingLabel {
    /** The path of its page: below that of the project, or `/settings` of the console. */
    readonly page: string;
    /** The text at the field, or the heading of the section. */
    readonly label: string;
    /** The heading of its section; empty without one. */
    readonly section: string;
    /** The hint at the field. */
    readonly hint: string;
  }

  /** A guide of `/docs`. */
  export interface GuideTitle {
    readonly title: string;
    /** What the navigation of the guides says about it. */
    readonly note: string;
    readonly address: string;
    /** Its headings. */
    readonly headings: string;
  }

  export const settings: readonly SettingLabel[];
  export const guides: readonly GuideTitle[];
}
