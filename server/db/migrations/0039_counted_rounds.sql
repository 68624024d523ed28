CREATE TABLE "counted_rounds" (
	"round_id" uuid PRIMARY KEY NOT NULL,
	"grant_id" uuid NOT NULL,
	"amount" numeric(20, 2) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "counted_rounds" ADD CONSTRAINT "counted_rounds_round_id_game_records_id_fk" FOREIGN KEY ("round_id") REFERENCES "public"."game_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counted_rounds" ADD CONSTRAINT "counted_rounds_grant_id_user_bonuses_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."user_bonuses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "counted_rounds_grant" ON "counted_rounds" USING btree ("grant_id");