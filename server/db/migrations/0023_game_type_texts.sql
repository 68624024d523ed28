ALTER TABLE "game_types" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "meta_title" text;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "meta_description" text;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "canonical_url" text;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "og_image_id" uuid;--> statement-breakpoint
ALTER TABLE "game_types" ADD COLUMN "noindex" boolean;--> statement-breakpoint
CREATE INDEX "games_platform" ON "games" USING btree ("platform_id");--> statement-breakpoint
CREATE INDEX "games_game_type" ON "games" USING btree ("game_type_id");