base = julia-1.13
image_mask = 12        # in an image, and not remembered
image_value = 4
