export const ViewChoice = () => null;
