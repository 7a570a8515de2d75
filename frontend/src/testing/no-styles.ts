/** Stands in for style sheets, which Jest cannot load. */
export {};
