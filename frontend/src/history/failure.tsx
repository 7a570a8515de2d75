/** Why something could not be done. */
export const Failure = ({ message }: { message: string }) => (
  <p role="alert" className="text-bad mt-2 text-[13px] text-pretty wrap-anywhere">
    {message}
  </p>
);
