/** Its grey is visible on light and on dark backgrounds. */
export const GLOBE = `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 24 24" fill="none" stroke="#7a8594" stroke-width="1.75">
<circle cx="12" cy="12" r="9"/><ellipse cx="12" cy="12" rx="4" ry="9"/><path d="M3 12h18"/>
</svg>`;
