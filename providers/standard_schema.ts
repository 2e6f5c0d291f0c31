// Copyright 2026 the Rivulet authors. MIT license.

// What is used of Standard Schema, version 1 (https://standardschema.dev), in types of our own.

/** A schema that checks a value, such as one of Zod, Valibot or ArkType. */
export interface StandardSchema<T> {
  /** What the standard asks for. */
  readonly "~standard": {
    /** The version of the standard. */
    readonly version: 1;
    /** Whose schema it is. */
    readonly vendor: string;
    /** Checks a value. */
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
    /** The types of what goes in and what comes out. */
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
    /** Makes a JSON Schema, where the schema can. */
    readonly jsonSchema?: { readonly input: (options: { target: string }) => object } | undefined;
  };
}

/** What a schema says of a value: the value in its form, or what is wrong with it. */
export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** What is wrong with a value. */
export interface SchemaIssue {
  /** What is wrong, in words. */
  readonly message: string;
  /** Where, from the outside to the inside. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
