// Copyright 2026 the Rivulet authors. MIT license.

// What a test needs of a browser, in a form that each of them can give: a tab that evaluates,
// clicks, types and takes pictures. All else is built on `evaluate()`, and so is the same in all.

/** A browser, to be started where it is installed. */
export interface TestBrowser {
  readonly name: string;
  /** What has to be installed first; undefined where nothing is missing. */
  readonly missing: string | undefined;
  /** Where its network library takes the end of a connection for the end of a body. */
  readonly missesCuts: boolean;
  /** Whether it offers a graphics adapter without a graphics card; never, or not on this machine. */
  readonly graphics: "ready" | "none" | "missing";
  /** Whether it can be started in a way that lets no site keep anything. */
  readonly canBlockSiteData: boolean;
  start(options?: StartOptions): Promise<RunningBrowser>;
}

export interface StartOptions {
  /** A person has forbidden all sites to keep anything. */
  readonly blocksSiteData?: boolean;
}

/** A browser that runs. */
export interface RunningBrowser extends AsyncDisposable {
  /** What it says of its version. */
  readonly version: string;
  /** Opens a tab that knows nothing of the others; of no width, where the browser has a least one. */
  openTab(size?: TabSize): Promise<Tab>;
}

export interface TabSize {
  readonly width: number;
  readonly height: number;
}

/** A modifier that is held while a key is pressed. */
export type Modifier = "Shift" | "Control";

/** A tab of any browser. */
export interface Tab extends AsyncDisposable {
  /** What its pages have thrown and nothing has caught; undefined where the browser does not tell. */
  readonly errors: readonly string[] | undefined;
  goTo(url: string): Promise<void>;
  /** Evaluates an expression that promises a text, whatever the page's policy says of scripts. */
  evaluate(expression: string): Promise<string>;
  /** Clicks at a point of the view. */
  clickAt(x: number, y: number): Promise<void>;
  /** Presses a key, by its name in `KeyboardEvent.key`. */
  press(key: string, modifier?: Modifier): Promise<void>;
  /** Types a text where the focus is. */
  type(text: string): Promise<void>;
  /** A picture of what is in view, as PNG. */
  takePicture(): Promise<Uint8Array>;
  /** Opens another one of the same person: what one keeps, the other has. It closes with this one. */
  openBeside(): Promise<Tab>;
}

/** Calls a function in a tab; values go there and its result comes back as JSON. */
export async function callIn<Values extends unknown[], Result>(
  tab: Tab,
  run: string | ((...values: Values) => Result | Promise<Result>),
  ...values: Values
): Promise<Result> {
  const text = await tab.evaluate(`(async () => {
    try {
      return JSON.stringify({ value: await (${run})(...${JSON.stringify(values)}) });
    } catch (error) {
      return JSON.stringify({ error: String(error) + "\\n" + error?.stack });
    }
  })()`);
  const { value, error } = JSON.parse(text) as { value: Result; error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}
