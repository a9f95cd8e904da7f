import { secureHeaders } from "hono/secure-headers";

/**
 * The browser loads scripts, styles and pictures from this origin only, and frames of the video sites that articles may
 * embed once the visitor asks for one.
 */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    imgSrc: ["'self'", "data:"],
    objectSrc: ["'none'"],
    frameSrc: ["https:"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
  },
  xFrameOptions: "DENY",
  referrerPolicy: "strict-origin-when-cross-origin",
  crossOriginResourcePolicy: "same-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: ["self"] },
  strictTransportSecurity: "max-age=31536000; includeSubDomains",
});
