/**
 * The version of the processing before and after the model. Features of different versions must not be compared, just
 * like features of different models.
 */
export const recipe = 'r4';

/** Maximum backgrounds that are used for one packshot. */
export const backgroundsMax = 4;

/** Number of calibration samples per picture. */
export const calibrationCount = 4;
